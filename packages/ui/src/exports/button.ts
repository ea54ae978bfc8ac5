export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from '../button/Button.tsx'
export {
  ButtonLink,
  type ButtonLinkAnchorProps,
  type ButtonLinkProps,
} from '../button/ButtonLink.tsx'
export { IconButton, type IconButtonProps } from '../button/IconButton.tsx'
