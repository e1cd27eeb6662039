import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const INDIGO: MantineColorsTuple = [
  '#eef0ff',
  '#dadffb',
  '#b3bcf3',
  '#8a96ec',
  '#6776e6',
  '#5163e2',
  '#4658d6',
  '#3849bf',
  '#3041ab',
  '#253797',
];

const NAMED_CROSS = { 'aria-label': 'Close' };

/** Screen readers must not take a dialog's header for the page's, and need a name for the button. */
const DIALOG = {
  closeButtonProps: NAMED_CROSS,
  attributes: { header: { role: 'none' } },
} as const;

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  colors: { indigo: INDIGO },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  // Components are configured by name: importing them to call `extend` would load them on every
  // page.
  components: {
    Modal: { defaultProps: DIALOG },
    Drawer: { defaultProps: DIALOG },
    Notification: { defaultProps: { closeButtonProps: NAMED_CROSS } },
  },
});

/** White text on the library's red has too little contrast. */
const RED = {
  '--mantine-color-red-filled': '#c92a2a',
  '--mantine-color-red-filled-hover': '#b02525',
};

/** Replaces the library's dimmed grey and error red, which have too little contrast here. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...RED,
    '--mantine-color-dimmed': '#586070',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-light-color': '#a92222',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-orange-light-color': '#8f3300',
    '--mantine-color-yellow-light-color': '#7a4a00',
  },
  dark: {
    ...RED,
    '--mantine-color-dimmed': '#a3abb8',
    '--mantine-color-placeholder': '#98a1b0',
    '--mantine-color-text': '#e3e6eb',
    '--mantine-color-anchor': '#a9b4f7',
    '--mantine-color-error': '#ff9d97',
    '--mantine-color-red-light': 'rgb(255 95 86 / 13%)',
    '--mantine-color-red-light-color': '#ffb4ae',
    '--mantine-color-yellow-light': 'rgb(255 199 64 / 13%)',
    '--mantine-color-yellow-light-color': '#ffd98a',
    '--mantine-color-indigo-light': 'rgb(103 118 230 / 22%)',
    '--mantine-color-indigo-light-color': '#c3cbff',
    '--mantine-color-teal-light': 'rgb(32 201 151 / 16%)',
    '--mantine-color-teal-light-color': '#7fe3c4',
  },
});
