/** Prompts that every provider understands, also the built-in renderer. */
export const EXAMPLES = {
  image: [
    'a sailboat on a calm sea at sunset',
    'an owl in a misty forest at night with fireflies',
    'a windmill in a meadow of red tulips, summer',
    'a cup of coffee on a marble table in the morning',
  ],
  video: [
    'a red fox in snow, slow zoom in',
    'a lighthouse in a storm at dusk',
    'a hot air balloon over mountains at dawn',
  ],
} as const;
