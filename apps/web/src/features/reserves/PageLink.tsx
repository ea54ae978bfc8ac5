import { ButtonLink } from '@x/ui/button'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** To another page of this piece. */
export function PageLink({
  path,
  children,
}: {
  readonly path: string
  readonly children: ReactNode
}) {
  const to = useLocalePath()
  return (
    <ButtonLink size="small" render={(props) => <Link {...props} to={to(path)} />}>
      {children}
    </ButtonLink>
  )
}
