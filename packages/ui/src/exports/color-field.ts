export { ColorField, type ColorFieldProps } from '../color-field/ColorField.tsx'
