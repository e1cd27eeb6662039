import { interactionPolicy } from 'oidc-provider';
import { showClient } from './clients.js';

const { Check, Prompt } = interactionPolicy;
type Context = Parameters<InstanceType<typeof Check>['check']>[0];

/** What the page of the question needs, kept with the question: a document may change meanwhile. */
const details = ({ oidc }: Context) => {
  const { client, params } = oidc;
  if (!client) return {};
  return { client: showClient(client, String(params?.['redirect_uri'])) };
};

/**
 * Every request of an agent is answered by a person, whatever was answered before: anybody can write
 * a program that has the name, and the port, of another one.
 */
const unanswered = () =>
  new Check('unanswered', 'a person has to answer', ({ oidc }) => !oidc.result?.consent);

/** One page does both, so that a request for either is taken as one for both. */
export const createPolicy = () => [
  new Prompt({ name: 'login', requestable: true }, details),
  new Prompt({ name: 'consent', requestable: true }, details, unanswered()),
];
