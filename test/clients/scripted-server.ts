import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServers, openServer } from '../support/loopback.js';

export type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server whose responses a test scripts, with the requests that it has received. */
export interface ScriptedServer {
  readonly requests: ReceivedRequest[];
  /** Sends the responses in order and repeats the last one. @returns the platform for `play` */
  readonly serve: (...answers: Respond[]) => Promise<{ url: string; apiKey: string }>;
}

/** Prepares the server for the tests of one describe block, and closes it after each. */
export function useScriptedServer(): ScriptedServer {
  const requests: ReceivedRequest[] = [];
  afterEach(() => {
    closeServers();
    requests.length = 0;
  });
  return {
    requests,
    async serve(...answers) {
      const server = createServer((request, response) => {
        const { method = '', url = '', headers } = request;
        void text(request).then((body) => {
          const received = { method, path: url, headers, body };
          requests.push(received);
          (answers.length > 1 ? answers.shift() : answers[0])?.(response, received);
        });
      });
      return { url: `http://127.0.0.1:${await openServer(server)}`, apiKey: 'key' };
    },
  };
}

/** Responds with JSON. */
export const json =
  (body: object, status = 200, headers = {}): Respond =>
  (response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Responds with a body of another type. */
export const page =
  (status: number, body: string, type = 'text/html', headers = {}): Respond =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);

/** Responds with an error of the API. */
export const refusal = (code: string, status: number, headers = {}): Respond =>
  json({ error: { code, message: 'No.' } }, status, headers);

/** Begins a stream of events. */
export const stream =
  (events: string, then: (response: ServerResponse) => void = () => undefined): Respond =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(events, () => then(response));
  };

/** Closes the connection without a response. */
export const hangUp: Respond = (response) => void response.destroy();

/** Keeps the connection open without a response. */
export const silence: Respond = () => undefined;
