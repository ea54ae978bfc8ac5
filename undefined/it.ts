// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Controllo di sicurezza',
  hint: 'Trascina il pezzo nello spazio vuoto',
  slider: 'Posizione del pezzo',
  position: (a) => '' + a.x + ' di ' + a.range,
  confirm: 'Conferma',
  another: 'Un’altra immagine',
  close: 'Chiudi',
  picture: 'Un’immagine con uno spazio vuoto a forma di tessera di puzzle',
  work: 'Verifica senza il puzzle',
  workHelp: 'Il dispositivo svolgerà invece un calcolo. Servono alcuni secondi.',
  working: (a) => 'Calcolo in corso, ' + a.percent + '%',
  checking: 'Verifica in corso',
  onlyWork: 'Troppi tentativi con il puzzle. Esegui la verifica senza.',
  renewed: 'Il pezzo non combaciava. Ecco un’altra immagine.',
  solved: 'Verificato',
  tooMany: 'Troppi tentativi, attendi un momento',
  unavailable: 'Il controllo non è raggiungibile, riprova',
}

export default messages
