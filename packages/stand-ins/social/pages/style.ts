/** The demo's stylesheet, for its own pages and the fakes' consent pages. */
export const STYLE = `:root { color-scheme: light dark; --ink: #16202c; --soft: #52616f; --card: #fff; --back: #eef1f5;
  --line: #d9e0e8; --act: #1f5fd0; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2f6; --soft: #9fb0c2; --card: #1a2431;
  --back: #0f161f; --line: #2c3948; --act: #7aa7ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: .5rem 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.1rem; }
a { color: var(--act); }
p { overflow-wrap: anywhere; }
.soft, time { color: var(--soft); font-size: .9rem; }
.badge { display: inline-block; margin: 0; padding: .15rem .7rem; border-radius: 99px; background: #ffe6a6;
  color: #5c4300; font-size: .85rem; font-weight: 600; }
.cards { display: grid; gap: 1rem; padding: 0; list-style: none; }
.cards > li, form { padding: 1.25rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .9rem; }
.cards > li:target { border-color: var(--act); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0; }
.media { display: flex; gap: .5rem; overflow-x: auto; margin-top: .75rem; }
.media img, .media video { height: 20rem; max-width: 100%; border-radius: .6rem; background: #0003; }
.label { display: inline-block; margin: 0 .35rem .35rem 0; padding: .05rem .6rem; border-radius: 99px;
  border: 1px solid var(--line); font-size: .8rem; }
form ul { padding-left: 0; list-style: none; }
input:not([type=checkbox]) { display: block; width: 100%; margin-top: .25rem; padding: .5rem; font: inherit;
  color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: .5rem; }
button { margin: .5rem .5rem 0 0; padding: .6rem 1.2rem; border: 0; border-radius: .6rem; background: #1f5fd0;
  color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button[value=deny] { background: transparent; color: inherit; border: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;
