// Package architecture has one table of all packages. Its tests hold every import against the table, and make the
// table in ARCHITECTURE.md from it.
package architecture
