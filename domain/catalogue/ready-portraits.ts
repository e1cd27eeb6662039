/** A ready portrait that `presets.ts` offers. */

interface ReadyRow {
  readonly base_id: string;
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly collection: 'studio' | 'street' | 'office' | 'outdoor';
  /** The appearance in two or three sentences, which is also used as the analysis. */
  readonly description: string;
}

export const READY_ROWS = [
  {
    base_id: 'ready_ava',
    name: 'Ava',
    gender: 'female',
    collection: 'studio',
    description:
      'A woman in her mid twenties with fair, freckled skin, an oval face and green eyes. Long copper-red hair falls in loose waves past her shoulders from a side parting. She wears a cream turtleneck before a warm peach studio wall.',
  },
  {
    base_id: 'ready_kofi',
    name: 'Kofi',
    gender: 'male',
    collection: 'studio',
    description:
      'A man of about thirty with deep brown skin, a strong square jaw and dark brown eyes. His black hair is cut in a short fade with a sharp hairline, and he wears a trimmed full beard. He is dressed in a mustard crew-neck sweater before a teal studio wall.',
  },
  {
    base_id: 'ready_mei',
    name: 'Mei',
    gender: 'female',
    collection: 'studio',
    description:
      'A woman in her early twenties with light, warm-toned skin, a soft round face and dark brown eyes. Her straight black hair is cut in a chin-length bob with a full fringe. She wears coral lipstick and a lilac shirt with a collar before a pale pink studio wall.',
  },
  {
    base_id: 'ready_diego',
    name: 'Diego',
    gender: 'male',
    collection: 'street',
    description:
      'A man in his early thirties with olive-tan skin, a long face and brown eyes. He has thick, dark brown wavy hair swept back and a short stubble. He wears a blue denim jacket over a white T-shirt on a sunny street of terracotta houses.',
  },
  {
    base_id: 'ready_zara',
    name: 'Zara',
    gender: 'female',
    collection: 'street',
    description:
      'A woman in her late twenties with dark brown skin, a heart-shaped face and dark eyes. Her black natural curls form a large round afro, and she wears big golden hoop earrings. She is dressed in an orange bomber jacket on a city street in the evening, with lights behind her.',
  },
  {
    base_id: 'ready_jin',
    name: 'Jin',
    gender: 'male',
    collection: 'street',
    description:
      'A man of about twenty with light skin, a slim oval face and dark brown eyes. His black hair is long on top, falls across the forehead and is shaved at the sides. He wears a charcoal hoodie with white headphones around his neck, before a street of pale blue houses.',
  },
  {
    base_id: 'ready_elena',
    name: 'Elena',
    gender: 'female',
    collection: 'office',
    description:
      'A woman in her late fifties with fair skin, fine lines around the eyes and blue-grey eyes behind dark round glasses. Her silver-grey hair is a smooth chin-length cut, swept to one side. She wears a navy blazer over a white top in a bright office.',
  },
  {
    base_id: 'ready_omar',
    name: 'Omar',
    gender: 'male',
    collection: 'office',
    description:
      'A man in his mid forties with medium brown skin, a broad face and hazel-brown eyes. His head is shaved, his full black beard is turning grey at the chin, and he wears thin rectangular glasses. He is dressed in a charcoal suit with an open pale blue shirt in an office.',
  },
  {
    base_id: 'ready_priya',
    name: 'Priya',
    gender: 'female',
    collection: 'office',
    description:
      'A woman in her mid thirties with warm brown skin, an oval face and large dark brown eyes. Her long black hair is parted in the middle and gathered in a low bun. She wears small pearl earrings and an emerald green blouse with a V-neck in an office at dusk.',
  },
  {
    base_id: 'ready_lars',
    name: 'Lars',
    gender: 'male',
    collection: 'outdoor',
    description:
      'A man in his late sixties with weathered, ruddy fair skin, deep laugh lines and light blue eyes. He has a full white beard and white hair under a dark red knitted cap. He wears a heavy navy roll-neck sweater by the sea under an overcast sky.',
  },
  {
    base_id: 'ready_amina',
    name: 'Amina',
    gender: 'female',
    collection: 'outdoor',
    description:
      'A woman of about thirty with tan skin, an oval face, arched dark brows and amber-brown eyes. A dusty rose headscarf covers her hair and is draped over her shoulders. She wears a plum-coloured top before sandy hills at sunset.',
  },
  {
    base_id: 'ready_finn',
    name: 'Finn',
    gender: 'male',
    collection: 'outdoor',
    description:
      'A man in his mid twenties with fair, freckled skin, a square chin and bright blue eyes. His curly blond hair is short and tousled, and he is clean-shaven. He wears a forest green hiking jacket over a grey shirt before wooded mountains.',
  },
] as const satisfies readonly ReadyRow[];
