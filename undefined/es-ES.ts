// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Verificación de seguridad',
  hint: 'Desliza la pieza hasta el hueco',
  slider: 'Posición de la pieza',
  position: (a) => '' + a.x + ' de ' + a.range,
  confirm: 'Confirmar',
  another: 'Otra imagen',
  close: 'Cerrar',
  picture: 'Una imagen con un hueco en forma de pieza de puzle',
  work: 'Verificar sin el puzle',
  workHelp: 'En su lugar, tu dispositivo resuelve un cálculo. Tarda unos segundos.',
  working: (a) => 'Calculando, ' + a.percent + ' %',
  checking: 'Verificando',
  onlyWork: 'Demasiados intentos con el puzle. Haz la verificación sin él.',
  renewed: 'No ha encajado. Aquí tienes otra imagen.',
  solved: 'Verificado',
  tooMany: 'Demasiados intentos, espera un momento',
  unavailable: 'No se ha podido conectar con la verificación, inténtalo de nuevo',
}

export default messages
