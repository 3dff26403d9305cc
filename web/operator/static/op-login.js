// An address with the token behind a # logs in by itself: what is behind it never leaves the
// browser, so the script puts it into the form, and takes it out of the address and the history.
const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  document.querySelector("#token").value = decodeURIComponent(token);
  document.querySelector("#login").submit();
}
