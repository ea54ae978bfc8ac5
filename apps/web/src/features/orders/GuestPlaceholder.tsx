import { ButtonLink } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { LogIn } from 'lucide-react'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useMessages } from '../../lib/messages/messages.ts'

/** In place of what only a user has. */
export function GuestPlaceholder() {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <EmptyState
      icon={LogIn}
      action={
        <ButtonLink
          variant="neutral"
          size="small"
          render={(props) => <Link {...props} to={to('/login')} />}
        >
          {t('shell.login')}
        </ButtonLink>
      }
    >
      {t('orders.guest')}
    </EmptyState>
  )
}
