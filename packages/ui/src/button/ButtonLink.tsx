import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import styles from './button.module.css'

/** What a router's own link component receives from `render`. */
export type ButtonLinkAnchorProps = ComponentPropsWithRef<'a'> &
  Readonly<Record<`data-${string}`, string | boolean | undefined>>

/** Props of `ButtonLink`, besides those of `a`. */
export interface ButtonLinkProps extends ComponentPropsWithRef<'a'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly block?: boolean
  readonly startIcon?: ReactNode
  readonly endIcon?: ReactNode
  /**
   * Renders another link component with the same style: `render={(props) => <Link to="/markets"
   * {...props} />}`.
   */
  readonly render?: (props: ButtonLinkAnchorProps) => ReactElement
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'neutral',
  size = 'standard',
  block = false,
  startIcon,
  endIcon,
  className,
  children,
  render,
  ...rest
}: ButtonLinkProps) {
  const props: ButtonLinkAnchorProps = {
    ...rest,
    className: classNames(styles['button'], className),
    'data-x-part': 'button-link',
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
    children: (
      <span className={styles['content']}>
        {startIcon}
        <span className={styles['label']}>{children}</span>
        {endIcon}
      </span>
    ),
  }
  if (render) return render(props)
  const { children: content, ...attributes } = props
  return <a {...attributes}>{content}</a>
}
