import { useDates } from '@x/locale/react'
import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { THIRD_PARTIES, type ThirdParty } from '../../lib/config/thirdParties.ts'
import { useThirdName } from '../third/index.ts'
import { type Identity, useIdentities } from '../../data/account/api.ts'
import styles from './account.module.css'
import { Row, Section } from './Section.tsx'
import { useChange } from './useChange.ts'

const NONE: readonly never[] = []

/**
 * Third parties that open this account. One that is bound stays in sight even where this site
 * offers it no longer.
 */
export function Identities() {
  const t = useGuardMessages()
  const nameOf = useThirdName()
  const { config } = useServices()
  const { data = NONE, isLoading, error: failure, refetch } = useIdentities()
  const { isBusy, error, change } = useChange()
  const shown = THIRD_PARTIES.filter(
    (provider) =>
      config.thirdParties.includes(provider) ||
      data.some((identity) => identity.provider === provider),
  )
  const unbind = (provider: ThirdParty) =>
    change(async ({ prove, send }) => {
      const verifyToken = await prove('thirdParty')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/security/third/unbind', { provider, verifyToken })
      return t('account.unbound', { name: nameOf(provider) })
    })
  if (shown.length === 0) return null
  return (
    <Section
      title={t('account.identities')}
      text={t('account.identitiesText')}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      <ul className={styles['list']}>
        {shown.map((provider) => (
          <IdentityRow
            key={provider}
            provider={provider}
            bound={data.find((identity) => identity.provider === provider)}
            isBusy={isBusy}
            onUnbind={() => void unbind(provider)}
          />
        ))}
      </ul>
    </Section>
  )
}

interface IdentityRowProps {
  readonly provider: ThirdParty
  /** `undefined` where the provider does not open this account. */
  readonly bound: Identity | undefined
  readonly isBusy: boolean
  readonly onUnbind: () => void
}

function IdentityRow({ provider, bound, isBusy, onUnbind }: IdentityRowProps) {
  const t = useGuardMessages()
  const to = useLocalePath()
  const dates = useDates()
  const name = useThirdName()(provider)
  if (!bound)
    return (
      <Row
        title={name}
        action={
          <ButtonLink
            size="small"
            aria-label={`${t('account.connect')}: ${name}`}
            render={(props) => <Link {...props} to={to(`/account/setting/third/${provider}`)} />}
          >
            {t('account.connect')}
          </ButtonLink>
        }
      />
    )
  return (
    <Row
      title={
        <>
          {name} <Badge tone="success">{t('account.on')}</Badge>
        </>
      }
      action={
        <Button
          size="small"
          loading={isBusy}
          aria-label={`${t('account.remove')}: ${name}`}
          onClick={onUnbind}
        >
          {t('account.remove')}
        </Button>
      }
    >
      {t('account.addedAt', { time: dates.timestamp(bound.boundAt, 'date') })}
    </Row>
  )
}
