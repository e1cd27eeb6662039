import { interactionPolicy } from 'oidc-provider';
import { showClient } from './clients.js';

const { Check, Prompt } = interactionPolicy;
type Context = Parameters<InstanceType<typeof Check>['check']>[0];

/** Data for the consent page, stored with the request: the metadata document can change. */
const collectDetails = ({ oidc }: Context) => {
  const { client, params } = oidc;
  if (!client) return {};
  return { client: showClient(client, String(params?.['redirect_uri'])) };
};

/**
 * A person answers every request of an agent, regardless of earlier answers: anyone can write a
 * program with the name and the port of another one.
 */
const createUnansweredCheck = () =>
  new Check('unanswered', 'a person has to answer', ({ oidc }) => !oidc.result?.consent);

/** One page handles both prompts, so a request for either counts as a request for both. */
export const createPolicy = () => [
  new Prompt({ name: 'login', requestable: true }, collectDetails),
  new Prompt({ name: 'consent', requestable: true }, collectDetails, createUnansweredCheck()),
];
