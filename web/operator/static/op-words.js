// What the page's scripts say, in the operator's language: the English text is the key, {name} stands for what is
// filled in, {name:one|few|many} for the form of a word that the number calls for.
const sentences = JSON.parse(document.querySelector("#console").dataset.words);
export const language = document.documentElement.lang;
const plural = new Intl.PluralRules(language);
const formOrder = language === "en" ? ["one", "other"] : ["one", "few", "many"];

export function t(english, values = {}) {
  return (sentences[english] ?? english).replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) => {
    if (!forms) return values[name];
    const form = formOrder.indexOf(plural.select(Number(values[name])));
    return forms.split("|")[form < 0 ? 1 : form];
  });
}
