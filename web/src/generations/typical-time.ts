/** The words of the docs, which describe the same times. */
export { describeSeconds } from '../../../domain/catalogue/typical-time';
