import { useComputedColorScheme } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { findPicture } from './pictures.ts';
import classes from './section-text.module.css';

/** What a panel looks like, in the theme that is shown. */
export function Picture({ id, title }: { id: string; title: string }) {
  const scheme = useComputedColorScheme('light');
  const address = findPicture(id, scheme);
  if (address === undefined) return null;
  return <img className={classes.picture} src={address} alt={messages.help.pictureOf(title)} width={1440} height={900} />;
}
