export { Switch, type SwitchProps } from '../toggle/Toggle.tsx'
