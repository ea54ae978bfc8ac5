// Written by x-locale from the message catalogs. Do not edit.
import type { Messages } from './messages.ts'

const messages: Messages = {
  title: 'Contrôle de sécurité',
  hint: 'Faites glisser la pièce dans l’emplacement',
  slider: 'Position de la pièce',
  position: (a) => '' + a.x + ' sur ' + a.range,
  confirm: 'Confirmer',
  another: 'Autre image',
  close: 'Fermer',
  picture: 'Une image avec un emplacement vide en forme de pièce de puzzle',
  work: 'Vérifier sans le puzzle',
  workHelp: 'Votre appareil effectue un calcul à la place. Cela prend quelques secondes.',
  working: (a) => 'Calcul en cours, ' + a.percent + '\u00a0%',
  checking: 'Vérification',
  onlyWork: 'Trop d’essais avec le puzzle. Veuillez faire la vérification sans lui.',
  renewed: 'Ce n’était pas le bon endroit. Voici une autre image.',
  solved: 'Vérifié',
  tooMany: 'Trop de tentatives, veuillez patienter un instant',
  unavailable: 'Le contrôle est injoignable, veuillez réessayer',
}

export default messages
