import { ButtonLink } from '@x/ui/button'
import { Compass } from 'lucide-react'
import { PageFace } from '../../app/PageFace.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { useMessages } from '../../messages.ts'

export function NotFoundPage() {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <PageFace
      icon={Compass}
      action={
        <ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/')} />}>
          {t('notFound.home')}
        </ButtonLink>
      }
    >
      {t('notFound.text')}
    </PageFace>
  )
}
