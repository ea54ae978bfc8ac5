export { Image, type ImageProps } from '../image/Image.tsx'
export { imageTable, type ImageEvent, type ImageStatus } from '../image/imageMachine.ts'
