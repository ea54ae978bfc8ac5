import { ButtonLink } from '@x/ui/button'
import { Compass } from 'lucide-react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useMessages } from '../../lib/messages/messages.ts'

export function NotFoundPage() {
  const t = useMessages()
  usePageTitle(t('notFound.text'))
  const to = useLocalePath()
  return (
    <PageMessage
      icon={Compass}
      action={
        <ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/')} />}>
          {t('notFound.home')}
        </ButtonLink>
      }
    >
      <Pictured of="lost">{t('notFound.text')}</Pictured>
    </PageMessage>
  )
}
