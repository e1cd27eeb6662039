const RATE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Formats `4.2%`; a dash without a rate. */
export const formatRate = (rate: number | null): string =>
  rate === null ? '–' : RATE.format(rate);
