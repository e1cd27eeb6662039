// The rules of the server, which weigh about 10 kB: import this module only from lazy modules.
export { countCaption } from '../../../domain/captions/count-caption';
