/**
 * Style sheet of the guides and of the frame around the reference; in the colours of the theme.
 */
export const DOCS_STYLE = `*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.65 system-ui, sans-serif; }
a { color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.brand { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center;
  gap: .5rem 1.5rem; padding: .7rem max(20px, calc((100% - 1360px) / 2)); background: var(--back);
  border-bottom: 1px solid var(--line); }
.brand a { color: var(--soft); text-decoration: none; }
.brand .name { display: flex; gap: .6rem; align-items: center; margin-right: auto; color: var(--ink); font-weight: 650; }
.brand nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: .9rem; }
.brand a:hover, .brand a:focus-visible { text-decoration: underline; }
.brand .skip { position: absolute; left: -999rem; }
.brand .skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--back); }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 3rem;
  max-width: 1400px; margin: 0 auto; padding: 2rem 20px 6rem; }
.pages { position: sticky; top: 2rem; align-self: start; }
.pages ul { margin: 0; padding: 0; list-style: none; }
.pages ul ul { margin-left: .75rem; font-size: .92rem; }
.pages a { display: block; padding: .3rem .75rem; border-radius: .5rem; color: var(--soft);
  text-decoration: none; }
.pages a:hover { color: var(--ink); background: var(--raised); }
.pages [aria-current] { color: var(--ink); background: var(--raised); font-weight: 600; }
main#content { min-width: 0; width: 100%; max-width: 52rem; overflow-wrap: anywhere; }
#content:focus { outline: none; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; text-wrap: balance; }
h2 { margin: 2.75rem 0 .75rem; padding-top: .5rem; font-size: 1.35rem; line-height: 1.3; }
h3 { margin: 2rem 0 .5rem; font-size: 1.08rem; }
h1 a, h2 a, h3 a { color: inherit; }
p, ul, ol { margin: 0 0 1rem; }
li { margin: .25rem 0; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  padding: .1em .35em; border-radius: .3rem; background: var(--raised); }
.wide { overflow-x: auto; margin: 0 0 1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: .94rem; overflow-wrap: normal; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0 0 1.5rem;
  padding: 1rem 1.15rem; background: var(--raised); border-radius: .75rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
@media (max-width: 760px) {
  .columns { display: block; padding-top: 1rem; }
  .pages { position: static; margin: 0 -20px 1.5rem; padding: 0 20px .75rem; overflow-x: auto;
    border-bottom: 1px solid var(--line); }
  .pages ul { display: flex; gap: .25rem; }
  .pages ul ul { margin: 0; }
  .pages a { white-space: nowrap; }
  .pages li { display: flex; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: .5rem; }
  h1 { font-size: 1.6rem; }
}
`;
