import { useState } from 'react'
import { TextArea, TextField } from '@x/ui/text-field'

export function Contact() {
  const [name, setName] = useState('')
  return (
    <>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={60}
        counter
        error={name === '' ? 'Enter a name' : undefined}
      />
      <TextField label="Password" type="password" autoComplete="current-password" />
      <TextArea label="Message" rows={4} maxLength={500} />
    </>
  )
}
