import { Button, ButtonLink } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { KeyRound, QrCode, UsersRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './login.module.css'
import { ThirdMark, useThirdName } from '../third/index.ts'

interface OtherWaysProps {
  /** Whether the form is that of an agent. */
  readonly isAgent: boolean
  readonly onWay: (way: 'password' | 'qr' | 'agent') => void
}

/**
 * Ways in besides the form on screen: another device, as an agent, and the third parties that this
 * site is registered with.
 */
export function OtherWays({ isAgent, onWay }: OtherWaysProps) {
  const t = usePageMessages()
  const to = useLocalePath()
  const { search } = useLocation()
  const nameOf = useThirdName()
  const { config } = useServices()
  return (
    <div role="group" aria-label={t('login.otherWays')} className={styles['ways']}>
      <p className={styles['divider']} aria-hidden="true">
        {t('login.otherWays')}
      </p>
      <Button
        size="large"
        block
        startIcon={<Icon of={QrCode} size={16} />}
        onClick={() => onWay('qr')}
      >
        {t('qr.title')}
      </Button>
      <Button
        size="large"
        block
        startIcon={<Icon of={isAgent ? KeyRound : UsersRound} size={16} />}
        onClick={() => onWay(isAgent ? 'password' : 'agent')}
      >
        {t(isAgent ? 'login.byPassword' : 'login.agent')}
      </Button>
      <div className={styles['parties']}>
        {config.thirdParties.map((provider) => (
          <ButtonLink
            key={provider}
            size="large"
            startIcon={<ThirdMark provider={provider} />}
            render={(props) => <Link {...props} to={to(`/login/third/${provider}`) + search} />}
          >
            {nameOf(provider)}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}
