import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './auth.module.css'

interface AuthCardProps {
  readonly title: string
  readonly notice?: ReactNode
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
  notice,
  error,
  onSubmit,
  children,
  otherWays,
  footer,
}: AuthCardProps) {
  const { sign } = useServices()
  // What encrypts the form is fetched while it is filled in.
  useEffect(() => void sign.init(), [sign])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <div className={styles['place']}>
      <form className={styles['card']} onSubmit={submit} aria-labelledby="auth-title" noValidate>
        <h1 id="auth-title" className={styles['title']}>
          {title}
        </h1>
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
