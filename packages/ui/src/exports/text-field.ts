export { TextField, type TextFieldProps } from '../text-field/TextField.tsx'
export { TextArea, type TextAreaProps } from '../text-field/TextArea.tsx'
export { acceptsLength, graphemeCount } from '../text-field/graphemes.ts'
