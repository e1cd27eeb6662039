/** The rules of the server: the languages in which a voice can be cloned, and keys of cloned voices. */
export { CLONED_LANGUAGES, isClonedKey } from '../../../domain/catalogue/cloned-voice';
