import { models } from '../speech/models.ts';
import { candidatesPerProvider } from '../voices/designs.ts';
import { prices } from './prices.ts';

/** All prices in credits, for the person who started this service: the interface has no place for them. */
export const priceList = () => ({
  /** For a character, by the model that speaks. */
  character: Object.fromEntries(models.map(({ id, creditsPerCharacter }) => [id, creditsPerCharacter])),
  /** For a character of the preview text, by each provider. */
  design: candidatesPerProvider * prices.designCharacter,
  saved_design: prices.savedDesign,
  clone: prices.clone,
  /** For a second. */
  transcription: prices.transcribedSecond,
  lip_sync: prices.lipSyncSecond,
});
