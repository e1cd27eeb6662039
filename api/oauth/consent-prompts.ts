import { interactionPolicy } from 'oidc-provider';
import { showClient } from './clients.js';

const { Check, Prompt } = interactionPolicy;
type Context = Parameters<InstanceType<typeof Check>['check']>[0];

/**
 * Collects the data for the consent page. It is stored with the request, because the metadata
 * document can change.
 */
const collectDetails = ({ oidc }: Context) => {
  const { client, params } = oidc;
  if (!client) return {};
  return { client: showClient(client, String(params?.['redirect_uri'])) };
};

/**
 * Creates a check that makes a person answer every request of an agent, regardless of earlier
 * answers: anyone can write a program with another program's name and port.
 */
const createUnansweredCheck = () =>
  new Check('unanswered', 'a person has to answer', ({ oidc }) => !oidc.result?.consent);

/**
 * Creates the policy. One page handles both prompts, so a request for either counts as a request
 * for both.
 */
export const createPolicy = () => [
  new Prompt({ name: 'login', requestable: true }, collectDetails),
  new Prompt({ name: 'consent', requestable: true }, collectDetails, createUnansweredCheck()),
];
