//! The folder of a tiny campaign without faults, for the tests of this room and of those above it.

use scenario::Files;

pub(crate) const TOML: &str = "name = \"tiny\"\ntitle = \"A tiny campaign\"\nstart = 1942-11-19\ndays = 3\n\n[map]\nlat = 60.0\n\
                    lon = 30.0\nkm_per_degree_lat = 100\nkm_per_degree_lon = 100\ncolumns = 10\nrows = 10\n\
                    square_km = 1\n\n[[sides]]\nid = \"AX\"\n\n[[sides]]\nid = \"SU\"\n\n[ground.frozen]\ngood = 100\n";
pub(crate) const ORBAT: &str = "id,parent,side,name,echelon,arm,mobility,where,grade,sp,markers,carries,arrives\n\
                     ax,,AX,Division,division,infantry,,,regular,,,,\n\
                     ax.1,ax,AX,First,battalion,infantry,foot,0101,,,,,\n\
                     ax.s,ax,AX,Supply,battalion,logistic,motorised,0101,,,,log,\n\
                     su,,SU,Brigade,brigade,infantry,,,,,,,\n\
                     su.1,su,SU,First,battalion,infantry,foot,Town,,2,1,,\n\
                     su.2,su,SU,Second,battalion,infantry,foot,,,,,,D2 am\n";
const PLACES: &str = "name,lat,lon,square,kind\nTown,59.955,30.075,,town\nFarm,,,0301,village\n";

/// A folder without faults.
pub(crate) fn tiny() -> Files {
    let texts = [
        ("campaign.toml", TOML),
        ("orbat.csv", ORBAT),
        ("places.csv", PLACES),
        ("rivers.csv", "name,class,seq,lat,lon\nRiver,major,1,60.0,30.055\nRiver,major,2,59.9,30.055\n"),
        ("crossings.csv", "id,name,river,squares\nbridge,Bridge,River,0501 0601\n"),
        ("roads.csv", "name,quality,points\nRoad,good,0101 > Farm > 0801\n"),
        ("rail.csv", "name,gauge,users,points\nLine,1435,AX,0101 > Farm\n"),
        ("dumps.csv", "id,owner,level,place,log\nax.d,ax,division,Farm,5\n"),
        ("railheads.csv", "id,place,line,side\nfarm,Farm,Line,AX\n"),
        ("front.csv", "line,seq,point,left\nfront,1,60.0 30.055,SU\nfront,2,59.9 30.055,\n"),
        ("weather.csv", "date,weather,ground\n1942-11-19,fog,frozen\n1942-11-20,fog,frozen\n1942-11-21,fog,frozen\n"),
    ];
    texts.into_iter().map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect()
}
