import { message, type Message } from '#shared/messages/message.ts';

/** A picture of a request, as the screen names it and as the service does, and what the service says of it. */
export interface ReadReference {
  name: Message;
  field: string;
  reason: string;
}

const named = /^(image_urls?|reference_image_urls|first_frame_url|last_frame_url)(?:\[(\d{1,3})\]|\.(\d{1,3}))?:?\s+(\S.*)$/su;

/** Reads words of a service that begin with the field of a picture; undefined where they do not. The interface counts from 0, people from 1. */
export function readReference(said: string): ReadReference | undefined {
  const found = named.exec(said);
  if (found === null) return undefined;
  const [, field = '', inBrackets, afterDot, reason = ''] = found;
  const place = inBrackets ?? afterDot;
  return { name: nameOf(field, place), field: place === undefined ? field : `${field}.${place}`, reason };
}

function nameOf(field: string, place: string | undefined): Message {
  if (field === 'first_frame_url') return message('service.theFirstFrame');
  if (field === 'last_frame_url') return message('service.theLastFrame');
  if (place !== undefined) return message('service.reference', String(Number(place) + 1));
  return field === 'image_url' ? message('service.theReference') : message('imagesVideo.references');
}
