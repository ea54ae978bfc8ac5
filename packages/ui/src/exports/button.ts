export { Button, type ButtonProps } from '../button/Button.tsx'
export {
  ButtonLink,
  type ButtonLinkAnchorProps,
  type ButtonLinkProps,
} from '../button/ButtonLink.tsx'
export { IconButton, type IconButtonProps } from '../button/IconButton.tsx'
export type { ButtonSize, ButtonVariant } from '../button/machine.ts'
