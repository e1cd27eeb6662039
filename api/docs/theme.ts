/**
 * Applies the theme that the user chose in the dashboard, or the theme of the system. The dashboard
 * keeps the choice in the browser under the name of its component library. The script runs before
 * the first paint, so that a page never appears in the other theme.
 */
export const THEME_SCRIPT = `const system = matchMedia('(prefers-color-scheme: dark)');
const readChoice = () => {
  try { return localStorage.getItem('mantine-color-scheme-value'); } catch { return null; }
};
const applyTheme = () => {
  const choice = readChoice();
  const isDark = choice === 'dark' || (choice !== 'light' && system.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.classList.toggle('light-mode', !isDark);
};
system.addEventListener('change', applyTheme);
addEventListener('storage', applyTheme);
applyTheme();
`;

/** The dashboard's colours (`web/src/shell/theme.ts`), for both themes. */
export const THEME_STYLE = `:root { color-scheme: light dark; --ink: light-dark(#1f2430, #d6d8dc);
  --soft: light-dark(#586070, #a6a9b0); --back: light-dark(#fff, #242424);
  --raised: light-dark(#f3f5f8, #2e2e2e); --line: light-dark(#dee2e6, #424242);
  --act: light-dark(#3849bf, #a3adf2); }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
`;
