import { VisuallyHidden } from '@x/ui/visually-hidden'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './auth.module.css'

export interface AuthCardProps {
  readonly title: string
  /** Of the title; 2 below the title of a page. */
  readonly level?: 1 | 2
  /** The page above it has the same title, in sight. Default false. */
  readonly isTitleHidden?: boolean
  readonly notice?: ReactNode
  /** Below the title. */
  readonly lead?: ReactNode
  readonly error?: ReactNode
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** Below the error, which belongs to the form above it. */
  readonly otherWays?: ReactNode
  readonly footer?: ReactNode
}

/** One card, 400 wide, no marketing. */
export function AuthCard({
  title,
  level = 1,
  isTitleHidden = false,
  notice,
  lead,
  error,
  onSubmit,
  children,
  otherWays,
  footer,
}: AuthCardProps) {
  const { sign } = useServices()
  const Heading = level === 1 ? 'h1' : 'h2'
  // What encrypts the form is fetched while it is filled in.
  useEffect(() => void sign.init(), [sign])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className={styles['place']}>
      <form className={styles['card']} onSubmit={submit} aria-labelledby="auth-title" noValidate>
        {isTitleHidden ? (
          <VisuallyHidden>
            <Heading id="auth-title" className={styles['title']}>
              {title}
            </Heading>
          </VisuallyHidden>
        ) : (
          <Heading id="auth-title" className={styles['title']}>
            {title}
          </Heading>
        )}
        {lead}
        {notice ? (
          <p className={styles['notice']} role="status">
            {notice}
          </p>
        ) : null}
        {children}
        <p className={styles['error']} role="alert">
          {error}
        </p>
        {otherWays}
        {footer ? <p className={styles['footer']}>{footer}</p> : null}
      </form>
    </div>
  )
}
