// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721} from "../src/Erc721.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Signing} from "./support/Signing.sol";
import {check, checkEq, vm} from "./support/Vm.sol";

/// What outside wallets, explorers and marketplaces ask.
contract StandardsTest is CollectionTest {
    function test_nameAndSymbol() public view {
        checkEq(collection.name(), "Verso", "name");
        checkEq(collection.symbol(), "VERSO", "symbol");
    }

    function test_theInterfacesOfErc165() public view {
        bytes4[4] memory known = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x2a55205a];
        for (uint256 i; i < known.length; ++i) {
            check(collection.supportsInterface(known[i]), "known");
        }
        check(!collection.supportsInterface(0xffffffff), "never this one");
        check(!collection.supportsInterface(0x780e9d63), "not enumerable");
    }

    function test_theDomainOfErc5267() public {
        (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifier,
            bytes32 salt,
            uint256[] memory extensions
        ) = collection.eip712Domain();
        check(fields == 0x0f, "fields");
        checkEq(name, "Verso", "name");
        checkEq(version, "1", "version");
        checkEq(chainId, block.chainid, "chain");
        checkEq(verifier, address(collection), "contract");
        check(salt == 0 && extensions.length == 0, "no more");
        check(collection.DOMAIN_SEPARATOR() == Signing.domain(address(collection), block.chainid), "separator");
        vm.chainId(777);
        check(collection.DOMAIN_SEPARATOR() == Signing.domain(address(collection), 777), "separator after a fork");
        (,,, chainId,,,) = collection.eip712Domain();
        checkEq(chainId, 777, "chain after a fork");
    }

    /// Made with the npm package multiformats: CID.createV1(0x55, sha2-256 digest).
    function test_theUriIsTheCidOfTheMetadata() public {
        _expectUri(uint256(sha256("")), "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku");
        _expectUri(uint256(sha256("hello world")), "ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e");
        _expectUri(
            uint256(sha256('{"name":"Dawn"}')), "ipfs://bafkreigdt2bppyys53cw2psaslij2aqejptt56b3ldf5f3ddgcxrv3jdcm"
        );
        _expectUri(0, "ipfs://bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
        _expectUri(1, "ipfs://bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae");
        _expectUri(1 << 255, "ipfs://bafkreieaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
        _expectUri(type(uint256).max, "ipfs://bafkreih777777777777777777777777777777777777777777777777774");
    }

    function testFuzz_theUriIsBase32BitByBit(uint256 digest) public {
        bytes memory cid = abi.encodePacked(hex"01551220", digest);
        bytes memory letters = new bytes(58);
        for (uint256 i; i < 58; ++i) {
            uint256 value;
            for (uint256 bit = i * 5; bit < i * 5 + 5; ++bit) {
                uint256 isSet = bit < 288 ? (uint8(cid[bit / 8]) >> (7 - (bit % 8))) & 1 : 0;
                value = (value << 1) | isSet;
            }
            letters[i] = bytes("abcdefghijklmnopqrstuvwxyz234567")[value];
        }
        _expectUri(digest, string.concat("ipfs://b", string(letters)));
    }

    function test_whatDoesNotExistReverts() public {
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.tokenURI(1);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.ownerOf(1);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.getApproved(1);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.creatorOf(1);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.approve(STRANGER, 1);
        vm.expectRevert(Erc721.TokenNotFound.selector);
        collection.transferFrom(address(0), STRANGER, 1);
        vm.expectRevert(Erc721.InvalidRecipient.selector);
        collection.balanceOf(address(0));
        (address tokenOwner, uint256 version, uint256 epoch) = collection.signatureNonces(1);
        check(tokenOwner == address(0) && version == 0 && epoch == 0, "no nonces");
    }

    function _expectUri(uint256 digest, string memory uri) private {
        mintTo(digest, 0);
        checkEq(collection.tokenURI(digest), uri, uri);
    }
}
