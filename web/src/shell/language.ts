/**
 * On a system without a language, browsers tell one that `Intl` refuses, such as `en-US@posix`, and
 * uPlot asks `Intl` for it as soon as it is loaded: no chart would be drawn. Then it is English, as
 * all our texts are.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
