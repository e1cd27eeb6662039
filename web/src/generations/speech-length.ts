/** The rules of the server, which estimate how long a text takes to speak. */
export { estimateSpeechSeconds, findClipLength } from '../../../domain/catalogue/speech-length';
