import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** Below the log-in; its text loads with it. */
export function ForgotLink() {
  return (
    <GuardTexts>
      <ForgotText />
    </GuardTexts>
  )
}

function ForgotText() {
  const t = useGuardMessages()
  const to = useLocalePath()
  return <Link to={to('/forgot-password')}>{t('guard.forgot')}</Link>
}
