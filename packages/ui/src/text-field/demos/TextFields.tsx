import { Search } from 'lucide-react'
import { Icon } from '../../icon/Icon.tsx'
import { TextArea } from '../TextArea.tsx'
import { TextField } from '../TextField.tsx'

export default function TextFields() {
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(320px, 100%)' }}>
      <TextField
        label="E-mail"
        type="email"
        placeholder="name@example.org"
        help="Where the code is sent."
        autoComplete="email"
      />
      <TextField
        label="Password"
        type="password"
        defaultValue="correct horse"
        autoComplete="current-password"
        error="The password does not match this account."
      />
      <TextField label="Nickname" defaultValue="Ada 👩‍🚀" maxLength={20} counter />
      <TextField
        aria-label="Search markets"
        size="small"
        start={<Icon of={Search} />}
        placeholder="BTC, ETH…"
      />
      <TextField label="Referral code" defaultValue="X7K2" disabled />
      <TextArea label="Note" defaultValue="Cold wallet" />
    </div>
  )
}
