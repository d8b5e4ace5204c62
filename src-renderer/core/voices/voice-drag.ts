/** A voice that is dragged with the pointer, from Voices over the rail onto a block of the script. */
const type = 'application/x-voicewright-voice';

export function dragVoice(data: DataTransfer, voiceId: string): void {
  data.setData(type, voiceId);
  data.effectAllowed = 'copy';
}
/** While it is over something, a drag tells its types alone. */
export const carriesVoice = (data: DataTransfer): boolean => data.types.includes(type);
export const draggedVoice = (data: DataTransfer): string => data.getData(type);
