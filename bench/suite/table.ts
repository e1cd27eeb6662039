/** A bench that `npm run bench` runs. To add a bench, add a row. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  /** The question that the bench's figures answer. */
  readonly question: string;
  /** File that exports `measure`, relative to bench/. */
  readonly file: string;
  /**
   * Timeout in minutes: about three times the bench's duration on two cores. A bench that exceeds
   * it is stopped and reported as failed.
   */
  readonly minutesMax: number;
}

/** All benches, in the order of the page. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'accept',
    title: 'Accept and read',
    question: 'What does it cost to accept and to read a generation, compared to bare servers?',
    file: 'accept.ts',
    minutesMax: 15,
  },
  {
    name: 'pipeline',
    title: 'Generations, from the request to the end',
    question: 'How much of the speed of bare Temporal is left when its events do real work?',
    file: 'pipeline.ts',
    minutesMax: 20,
  },
  {
    name: 'waits',
    title: 'Requests that wait',
    question: 'What do requests that wait cost others, and how soon do they learn of the end?',
    file: 'waits.ts',
    minutesMax: 8,
  },
  {
    name: 'jobs',
    title: 'One job in four systems',
    question: 'How fast do other durable systems do a job of the same steps?',
    file: 'jobs.ts',
    minutesMax: 15,
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    question: 'What does a durable delivery cost, compared to a loop that sends and forgets?',
    file: 'webhooks.ts',
    minutesMax: 15,
  },
  {
    name: 'cost-cards',
    title: 'Cost cards',
    question: 'What does one run of each workflow type cost, and in which process?',
    file: 'cost-cards.ts',
    minutesMax: 10,
  },
  {
    name: 'workers',
    title: 'More processes',
    question: 'How much do more workers and more API processes help on one machine?',
    file: 'workers.ts',
    minutesMax: 15,
  },
  {
    name: 'growth',
    title: 'More rows and accounts',
    question: 'Which endpoint gets slower as the tables grow?',
    file: 'growth.ts',
    minutesMax: 40,
  },
  {
    name: 'memory',
    title: 'Memory and start',
    question: 'How much memory does `npm start` use, and how soon is it ready?',
    file: 'memory.ts',
    minutesMax: 30,
  },
  {
    name: 'renderer',
    title: 'The renderer without a key',
    question: 'Where does the CPU time of an image go?',
    file: 'renderer.ts',
    minutesMax: 10,
  },
];
