import { useEffect, useState } from 'react';
import { licenceList, licencesFile, type Licence } from '#shared/licences.ts';

let asked: Promise<readonly Licence[]> | undefined;

/** The licences of what the studio brings along; the build writes them beside the page. Empty until they are read, and where they cannot be. */
export function useLicences(): readonly Licence[] {
  const [licences, setLicences] = useState<readonly Licence[]>([]);
  useEffect(() => {
    let isShown = true;
    asked ??= readLicences();
    void asked.then((read) => {
      if (isShown) setLicences(read);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return licences;
}

async function readLicences(): Promise<readonly Licence[]> {
  try {
    const response = await fetch(`./${licencesFile}`);
    return licenceList.parse(await response.json());
  } catch {
    asked = undefined;
    return [];
  }
}
