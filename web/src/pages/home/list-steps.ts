/** Facts about an account that decide which steps are done. */
export interface StepFacts {
  readonly role: 'owner' | 'developer' | 'viewer';
  readonly operator: boolean;
  readonly generations: readonly { readonly simulated: boolean | null }[];
  /**
   * The API keys. Only commands of operators, such as the one that opens an account, create keys
   * without a name.
   */
  readonly keys: readonly { readonly name: string }[];
  readonly hasWebhook: boolean;
  /** True if the account has a member besides its owner. */
  readonly hasMember: boolean;
}

/** A step towards using everything that the platform offers. */
export interface FirstStep {
  readonly label: string;
  /** A page of the dashboard; otherwise `href` is a page of the documentation. */
  readonly to?: '/playground' | '/keys' | '/webhooks' | '/team';
  readonly href?: string;
  /** Explains the step while it is open. */
  readonly note: string;
  readonly isDone: boolean;
}

/** Lists the first steps that a person may take, in order. */
export function listSteps(facts: StepFacts): readonly FirstStep[] {
  const { role, operator, generations, keys, hasWebhook, hasMember } = facts;
  return [
    {
      label: 'Generate an image',
      to: '/playground',
      note: 'Write a prompt in the playground.',
      isDone: generations.length > 0,
    },
    {
      label: 'Create an API key',
      to: '/keys',
      note: 'Your app authenticates with it.',
      isDone: keys.some(({ name }) => name !== ''),
    },
    {
      label: 'Connect a provider',
      href: '/docs/providers',
      note: `The built-in renderer draws simple pictures. ${operator ? 'A provider makes' : 'Your administrator can connect a provider for'} real images and videos.`,
      isDone: generations.some(({ simulated }) => simulated === false),
    },
    {
      label: 'Receive events with a webhook',
      to: '/webhooks',
      note: 'Your server is notified when a generation ends.',
      isDone: hasWebhook,
    },
    // Only owners may invite.
    ...(role === 'owner'
      ? [
          {
            label: 'Invite your team',
            to: '/team' as const,
            note: 'Each member has their own role.',
            isDone: hasMember,
          },
        ]
      : []),
  ];
}
