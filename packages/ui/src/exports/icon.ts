export { Icon, type IconProps } from '../icon/Icon.tsx'
